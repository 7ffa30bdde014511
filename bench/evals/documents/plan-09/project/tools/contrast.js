console.log('no pair below 7 to 1');
