const answer = await fetch('readings.json');
const reading = await answer.json();
for (const key of ['temperature', 'wind', 'rain']) document.getElementById(key).textContent = reading[key];
