/** The words of a language for cronstrue, which has no types for them. */
declare module 'cronstrue/locales/*'
