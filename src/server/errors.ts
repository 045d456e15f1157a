import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, DISK_IS_FULL } from '../model/errors/errors.ts'
import { issueCodes } from '../model/errors/issueCodes.ts'
import { pythonText } from '../model/query/queryContext.ts'
import type { FieldErrors } from '../model/wire/fields.ts'
import { isDiskFull } from './storage/fullDisk.ts'

/**
 * The contract's three formats of an error body: A `{message}`, B `{errors: [...]}`, C `{error}`. A few routes of
 * format A print a field map into the message.
 */
export type ErrorStyle = 'A' | 'A, fields as text' | 'B' | 'C'

/** An invalid token; the body has the key `msg`. */
export class TokenError extends AppError {
  constructor(status: 401 | 422, message: string) {
    super('GENERIC_BACKEND_ERROR', status, message)
    this.name = 'TokenError'
  }
}

const refusedAddress = {
  404: '404 Not Found: The requested URL was not found on the server. If you entered the URL manually please check your spelling and try again.',
  405: '405 Method Not Allowed: The method is not allowed for the requested URL.',
}

/** An address without a route, or without a route for the method; the body has format B everywhere. */
export class AddressError extends AppError {
  constructor(status: keyof typeof refusedAddress) {
    super('GENERIC_BACKEND_ERROR', status, refusedAddress[status])
    this.name = 'AddressError'
  }
}

/** The method and the path of a route, with the names of parameters. */
export interface RouteAddress {
  method?: string
  url?: string
}

/**
 * The response for an address with a malformed id. For changes, deletions and two calls of datasets, the contract
 * accepts any text, which then matches no object. Everywhere else an id is digits, so such an address has no route, or
 * only one for other methods.
 */
export function malformedId({ method = '', url = '' }: RouteAddress): AppError {
  const isItem = /^\/api\/v1\/(chart|dashboard|dataset)\/:id$/.test(url)
  const isAnyText = (isItem && method !== 'GET') || /^\/api\/v1\/dataset\/:id\/(refresh|related_objects)$/.test(url)
  if (isAnyText || !url.startsWith('/api/v1/')) return new AppError('GENERIC_COMMAND_ERROR', 404, 'Not found')
  return new AddressError(isItem ? 405 : 404)
}

/** A change without proof that it comes from our own pages. API clients get format B, forms the sign-in page. */
export class CsrfError extends AppError {
  constructor(message: string) {
    super('GENERIC_BACKEND_ERROR', 400, `400 Bad Request: ${message}`)
    this.name = 'CsrfError'
  }
}

/** A legacy route that the user may not use; the body has its own format. */
export class DeniedError extends AppError {
  constructor(status: 401 | 403) {
    super('GENERIC_BACKEND_ERROR', status, 'Access is Denied')
    this.name = 'DeniedError'
  }
}

/** A REST API route that the user has no permission for; the body is the same on every kind of route. */
export class ForbiddenError extends AppError {
  constructor(message = 'Forbidden') {
    super('GENERIC_COMMAND_ERROR', 403, message)
    this.name = 'ForbiddenError'
  }
}

/** A body that is not JSON, although its content type says so. */
export class BrokenBodyError extends AppError {
  constructor() {
    super(
      'GENERIC_BACKEND_ERROR',
      400,
      '400 Bad Request: The browser (or proxy) sent a request that this server could not understand.',
    )
    this.name = 'BrokenBodyError'
  }
}

/** An error that the contract lists in format B on every kind of route. */
export class ListedError extends AppError {
  constructor(status: number, message: string) {
    super('GENERIC_COMMAND_ERROR', status, message)
    this.name = 'ListedError'
  }
}

/** The body of an error in the format of its route. */
export function errorBody(error: AppError, style: ErrorStyle): unknown {
  if (error instanceof TokenError) return { msg: error.message }
  if (error instanceof DeniedError) return { message: error.message, severity: 'danger' }
  if (error instanceof ForbiddenError) return { message: error.message }
  switch (error instanceof ListedError ? 'B' : style) {
    case 'A':
      return { message: error.fields ?? error.message }
    case 'A, fields as text':
      return { message: error.fields ? pythonText(error.fields as FieldErrors) : error.message }
    case 'B': {
      const codes = issueCodes(error.code)
      const level = error.code === 'GENERIC_COMMAND_ERROR' && error.status < 500 ? 'warning' : 'error'
      const extra = { ...error.fields, ...error.extra, ...(codes.length > 0 ? { issue_codes: codes } : {}) }
      const told = Object.keys(extra).length > 0 ? extra : null
      return { errors: [{ message: error.message, error_type: error.code, level: error.level ?? level, extra: told }] }
    }
    case 'C':
      return { error: error.message }
  }
}

/** Several errors of one request, in the list format. */
export const errorList = (faults: readonly AppError[]) => ({
  errors: faults.flatMap((fault) => (errorBody(fault, 'B') as { errors: unknown[] }).errors),
})

/** Errors that Fastify raises itself, in the contract's words. */
const refusals: Record<string, (error: FastifyError) => AppError> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => new AppError('INVALID_PAYLOAD_FORMAT_ERROR', 400, 'Request is not JSON'),
  FST_ERR_CTP_EMPTY_JSON_BODY: () => new AppError('INVALID_PAYLOAD_FORMAT_ERROR', 400, 'Request is not JSON'),
  FST_ERR_CTP_INVALID_JSON_BODY: () => new BrokenBodyError(),
  FST_ERR_CTP_BODY_TOO_LARGE: () => new AppError('GENERIC_BACKEND_ERROR', 413, 'The request is too large.'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () => new BrokenBodyError(),
}

/**
 * Converts every failure to an AppError: our own, those of Fastify, and bugs (which are logged, and reported as such).
 */
export function asAppError(error: unknown, request: FastifyRequest): AppError {
  if (error instanceof AppError) return error
  const { code, statusCode } = error as FastifyError
  const known = refusals[code]
  if (known) return known(error as FastifyError)
  if (error instanceof SyntaxError && statusCode === 400) return new BrokenBodyError()
  // SQLSTATE class 22: a value that the store cannot hold, such as NUL in text or a number out of range
  if (typeof code === 'string' && /^22[0-9A-Z]{3}$/.test(code)) {
    return new AppError('INVALID_PAYLOAD_SCHEMA_ERROR', 400, 'The request contains a value that cannot be stored.')
  }
  if (breaksConstraint(error)) {
    return new AppError('GENERIC_COMMAND_ERROR', 409, 'Another user changed this at the same time. Please try again.')
  }
  if (isDiskFull(error)) {
    request.log.error({ err: error }, 'a disk is full: changes are refused')
    return new AppError('GENERIC_BACKEND_ERROR', 507, DISK_IS_FULL)
  }
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new AppError('GENERIC_BACKEND_ERROR', statusCode, (error as Error).message)
  }
  if (code === 'ERR_STREAM_PREMATURE_CLOSE' && request.raw.socket.destroyed) {
    // the client disconnected before the response was complete: nothing failed on our side, and nobody reads an error
    request.log.debug('the client disconnected while the response was sent')
    return new AppError('GENERIC_BACKEND_ERROR', 499, 'The client disconnected.')
  }
  request.log.error({ err: error }, 'unexpected error')
  return new AppError('GENERIC_BACKEND_ERROR', 500, 'Unexpected error', { cause: error })
}

const SQLITE_CONSTRAINT = 19

/**
 * Whether a store rejected a violation of its constraints (SQLSTATE class 23): the request was checked before, so
 * another user has saved the same name, or deleted a referenced object, in the meantime.
 */
function breaksConstraint(error: unknown): boolean {
  const { code, errcode } = error as { code?: unknown; errcode?: unknown }
  if (code === 'ERR_SQLITE_ERROR') return typeof errcode === 'number' && (errcode & 0xff) === SQLITE_CONSTRAINT
  return typeof code === 'string' && /^23[0-9A-Z]{3}$/.test(code)
}

/** An error about the body, with the status that its route uses. */
function withStatus(error: AppError, status: number | undefined): AppError {
  if (status === undefined || error.code !== 'INVALID_PAYLOAD_SCHEMA_ERROR') return error
  return new AppError(error.code, status, error.message, { fields: error.fields, cause: error })
}

/** Responds with an error in the format of its route. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = withStatus(asAppError(error, request), request.routeOptions.config.invalid)
  if (failure instanceof CsrfError) {
    const isJson = /^application\/([\w.-]+\+)?json/.test(request.headers['content-type'] ?? '')
    return isJson ? reply.code(failure.status).send(errorBody(failure, 'B')) : reply.redirect('/login/', 302)
  }
  if (failure.retryAfterS !== undefined) reply.header('retry-after', String(failure.retryAfterS))
  // rejected data requests have the contract's list format on every kind of route
  const isAboutData = failure.code.endsWith('_SECURITY_ACCESS_ERROR')
  const { errors = 'A', invalid } = request.routeOptions.config
  // the contract's generic routes, which respond with 422 to an invalid body
  const isUnread = failure instanceof BrokenBodyError && invalid === 422
  const style = isAboutData || failure instanceof AddressError ? 'B' : isUnread ? 'C' : errors
  return reply.code(failure.status).send(errorBody(failure, style))
}
