const answer = await fetch("hours.json");
document.body.dataset.hours = await answer.text();
