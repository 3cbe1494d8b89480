"""The games behind the interfaces that researchers use. Each module needs the package it is named after."""
