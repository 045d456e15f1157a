import { AppError } from '../../model/errors/errors.ts'

/** A fault found while a query is planned; the contract puts `Error: ` before its text. */
export const planFault = (text: string) => new AppError('GENERIC_COMMAND_ERROR', 400, `Error: ${text}`)

/** A fault found before planning starts: its text stands alone. */
export const requestFault = (text: string) => new AppError('GENERIC_COMMAND_ERROR', 400, text)
