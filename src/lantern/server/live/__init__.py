"""Tables as they are played at: requests served one after another, and news for those who watch."""
