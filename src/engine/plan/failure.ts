import { AppError } from '../../model/errors/errors.ts'

/** An error found while a query is planned. The contract prefixes its text with `Error: `. */
export const planFault = (text: string) => new AppError('GENERIC_COMMAND_ERROR', 400, `Error: ${text}`)

/** An error found before planning starts. Its text has no prefix. */
export const requestFault = (text: string) => new AppError('GENERIC_COMMAND_ERROR', 400, text)
