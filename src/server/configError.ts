/** An invalid setting. The message names it and says what is expected. */
export class ConfigError extends Error {}
