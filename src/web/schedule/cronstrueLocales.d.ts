/** The words of a language for cronstrue, which does not ship types for them. */
declare module 'cronstrue/locales/*'
