#!/bin/sh
echo certificat
