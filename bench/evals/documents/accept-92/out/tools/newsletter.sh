#!/bin/sh
# TODO write this
exit 0
