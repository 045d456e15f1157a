/**
 * The fixed values of alerts and reports. They are separate from the schemas, so that the browser does not load those.
 */
export const REPORT_TYPES = ['Alert', 'Report'] as const
/** `PDF` and `XLSX` are our own. */
export const REPORT_FORMATS = ['PNG', 'CSV', 'TEXT', 'PDF', 'XLSX'] as const
export type ReportFormat = (typeof REPORT_FORMATS)[number]
/** Whether the format is laid out as a page, and so has a width. */
export const isDrawn = (format: ReportFormat): boolean => format === 'PNG' || format === 'PDF'
/** `forecast` is our own: the last row of a series is outside the range that the earlier rows predict. */
export const VALIDATOR_TYPES = ['not null', 'operator', 'forecast'] as const
export const CONDITIONS = ['<', '<=', '>', '>=', '==', '!='] as const
/** On which side of the band of a forecast an alert is triggered. */
export const FORECAST_SIDES = ['both', 'above', 'below'] as const
/** The share of values that the band of a forecast contains. */
export const FORECAST_CONFIDENCE = 0.95
export const REPORT_STATES = ['Success', 'Working', 'Error', 'Not triggered', 'On Grace'] as const

/** How recipients can be notified. `Webhook` is our own. */
export const RECIPIENT_TYPES = ['Email', 'Slack', 'Webhook'] as const

/** Maximum number of dashboards in one mail besides the first one. */
export const MOST_FURTHER_DASHBOARDS = 9
/** Minimum and maximum width, in px, of the window in which the report is laid out. */
export const NARROWEST_PX = 600
export const WIDEST_PX = 2400
/** null: the usual width. */
export const isWidth = (px: number | null): boolean => px === null || (px >= NARROWEST_PX && px <= WIDEST_PX)

/** Defaults of the contract, in seconds. */
export const GRACE_PERIOD_S = 14_400
export const WORKING_TIMEOUT_S = 3600
