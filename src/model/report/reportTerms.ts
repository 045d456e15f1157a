/** The fixed values of alerts and reports, without their schemas: the browser loads these. */
export const REPORT_TYPES = ['Alert', 'Report'] as const
export const REPORT_FORMATS = ['PNG', 'CSV', 'TEXT'] as const
export const VALIDATOR_TYPES = ['not null', 'operator'] as const
export const CONDITIONS = ['<', '<=', '>', '>=', '==', '!='] as const
export const REPORT_STATES = ['Success', 'Working', 'Error', 'Not triggered', 'On Grace'] as const

/** The ways of notification. `Webhook` is our own. */
export const RECIPIENT_TYPES = ['Email', 'Slack', 'Webhook'] as const

/** Defaults of the contract, in seconds. */
export const GRACE_PERIOD_S = 14_400
export const WORKING_TIMEOUT_S = 3600
