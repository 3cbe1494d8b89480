"""What is learned of han: the first game's steps and its puzzles."""
