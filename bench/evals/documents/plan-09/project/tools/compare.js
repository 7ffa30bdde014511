console.log('0 different pixels');
