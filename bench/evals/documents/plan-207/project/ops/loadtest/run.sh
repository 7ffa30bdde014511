#!/bin/sh
k6 run --vus "$1" login.js
