"""Reports for the browser: a page is one file that needs nothing else, made of plain data."""
