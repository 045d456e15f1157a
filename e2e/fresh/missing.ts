/** Something that could be installed or started is missing: the case is skipped, which is a failure in CI. */
export class Missing extends Error {}

/** The machine does not allow what the case needs, and no package would change that: not a failure, also in CI. */
export class NotAllowed extends Error {}
