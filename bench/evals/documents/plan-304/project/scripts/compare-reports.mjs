#!/usr/bin/env node
// prints the names of failed tests of two reports
