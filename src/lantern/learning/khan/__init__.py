"""What is learned of khan: the first game's steps and its puzzles."""
