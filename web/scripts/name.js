// Part of the job search, which is prerendered: inserts the first name of the user, where the page greets them.
{
  let name = "";
  try {
    name = JSON.parse(localStorage.user).firstName;
  } catch {
    // No user is stored in this browser: the app is about to show the sign-in page.
  }
  document.currentScript.replaceWith(name);
}
