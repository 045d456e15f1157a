import { AppError } from '../../model/errors/errors.ts'

/**
 * Why a report is not sent, in our own words. Messages of databases are not used: they may quote rows, and owners read
 * in the log what happened to each recipient.
 */
export class ReportRefusal extends AppError {
  constructor(message: string) {
    super('GENERIC_COMMAND_ERROR', 422, message)
  }
}

/** The rows are too many or too large for a message. Another reader may have fewer. */
export class RowsRefusal extends AppError {
  constructor(message: string) {
    super('GENERIC_COMMAND_ERROR', 422, message)
  }
}
