<?php session_start();
