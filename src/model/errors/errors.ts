/**
 * An expected failure in the one format used at the edge of the system. `code` is the contract's `error_type`,
 * `message` is shown to the user as it is, `fields` maps a field name to its errors (schema and validation errors).
 * Anything thrown that is not an AppError is a bug.
 */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly fields?: Record<string, unknown>
  /** Fields that the contract puts into `errors[0].extra` in addition to the issue codes. */
  readonly extra?: Record<string, unknown>
  /** The contract's `errors[0].level`, if it is not the default of the status. */
  readonly level?: 'info' | 'warning' | 'error'
  /** For overload and rate limits: when to try again. */
  readonly retryAfterS?: number

  constructor(
    code: ErrorCode,
    status: number,
    message: string,
    more: {
      fields?: Record<string, unknown>
      extra?: Record<string, unknown>
      level?: 'info' | 'warning' | 'error'
      retryAfterS?: number
      cause?: unknown
    } = {},
  ) {
    super(message, { cause: more.cause })
    this.name = 'AppError'
    this.code = code
    this.status = status
    this.fields = more.fields
    this.extra = more.extra
    this.level = more.level
    this.retryAfterS = more.retryAfterS
  }
}

/** The contract's `error_type` values that this server uses. */
export type ErrorCode =
  | 'GENERIC_BACKEND_ERROR'
  | 'GENERIC_COMMAND_ERROR'
  | 'GENERIC_DB_ENGINE_ERROR'
  | 'COLUMN_DOES_NOT_EXIST_ERROR'
  | 'TABLE_DOES_NOT_EXIST_ERROR'
  | 'SCHEMA_DOES_NOT_EXIST_ERROR'
  | 'SYNTAX_ERROR'
  | 'DATASOURCE_SECURITY_ACCESS_ERROR'
  | 'TABLE_SECURITY_ACCESS_ERROR'
  | 'DASHBOARD_SECURITY_ACCESS_ERROR'
  | 'MISSING_OWNERSHIP_ERROR'
  | 'USER_ACTIVITY_SECURITY_ACCESS_ERROR'
  | 'FAILED_FETCHING_DATASOURCE_INFO_ERROR'
  | 'UNKNOWN_DATASOURCE_TYPE_ERROR'
  | 'VIZ_GET_DF_ERROR'
  | 'ADHOC_SUBQUERY_NOT_ALLOWED_ERROR'
  | 'INVALID_SQL_ERROR'
  | 'DML_NOT_ALLOWED_ERROR'
  | 'INVALID_CTAS_QUERY_ERROR'
  | 'INVALID_CVAS_QUERY_ERROR'
  | 'MISSING_TEMPLATE_PARAMS_ERROR'
  | 'INVALID_TEMPLATE_PARAMS_ERROR'
  | 'RESULTS_BACKEND_ERROR'
  | 'SQLLAB_TIMEOUT_ERROR'
  | 'QUERY_SECURITY_ACCESS_ERROR'
  | 'DATABASE_NOT_FOUND_ERROR'
  | 'BACKEND_TIMEOUT_ERROR'
  | 'RESULT_TOO_LARGE_ERROR'
  | 'CONNECTION_DATABASE_TIMEOUT'
  | 'CONNECTION_HOST_DOWN_ERROR'
  | 'CONNECTION_PORT_CLOSED_ERROR'
  | 'CONNECTION_INVALID_HOSTNAME_ERROR'
  | 'CONNECTION_INVALID_PORT_ERROR'
  | 'CONNECTION_INVALID_USERNAME_ERROR'
  | 'CONNECTION_INVALID_PASSWORD_ERROR'
  | 'CONNECTION_ACCESS_DENIED_ERROR'
  | 'CONNECTION_UNKNOWN_DATABASE_ERROR'
  | 'CONNECTION_DATABASE_PERMISSIONS_ERROR'
  | 'CONNECTION_MISSING_PARAMETERS_ERROR'
  | 'OBJECT_DOES_NOT_EXIST_ERROR'
  | 'INVALID_PAYLOAD_FORMAT_ERROR'
  | 'INVALID_PAYLOAD_SCHEMA_ERROR'

export const DISK_IS_FULL = 'The disk of the server is full. Nothing was saved.'
