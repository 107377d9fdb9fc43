// The box that takes files: dropping them on it fills its file field; the form itself works without this.

const form = document.getElementById("drop");
const field = document.getElementById("files");
const chosen = document.getElementById("drop-chosen");

function tell() {
  const names = [...field.files].map((file) => file.name).join(", ");
  chosen.textContent = names && chosen.dataset.text.replace("{names}", () => names);
}

field.addEventListener("change", tell);
for (const name of ["dragenter", "dragover"]) {
  form.addEventListener(name, (event) => {
    event.preventDefault();
    form.classList.add("over");
  });
}
for (const name of ["dragleave", "drop"]) form.addEventListener(name, () => form.classList.remove("over"));
form.addEventListener("drop", (event) => {
  event.preventDefault();
  if (!event.dataTransfer.files.length) return;
  field.files = event.dataTransfer.files;
  tell();
});
