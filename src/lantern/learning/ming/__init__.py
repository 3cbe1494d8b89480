"""What is learned of ming: the first game's steps and its puzzles."""
