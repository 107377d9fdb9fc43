document.getElementById("recorder").hidden = false; document.getElementById("start").hidden = false;
