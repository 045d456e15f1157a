import { plainTexts } from '../../model/language/plainTexts.ts'
import { isRecord, parseObject } from '../../model/wire/json.ts'
import { isLost } from '../ui/lost.ts'
import { plainText } from '../ui/text.ts'

/** One error of a response in the contract's list format. */
export interface ErrorItem {
  message?: string
  error_type?: string
  extra?: unknown
}

/** Texts that this server has for errors, by their `error_type`; set when the page starts. */
export const errorTexts: Record<string, string> = {}

/** A rejected or failed call. `message` is shown as it is. */
export class ApiError extends Error {
  /** 0 if the server was not reached */
  readonly status: number
  /** the contract's `error_type` */
  readonly code: string | undefined
  /** field -> its errors */
  readonly fields: Record<string, unknown> | undefined
  readonly extra: Record<string, unknown> | undefined
  /** every error of a response that has several */
  readonly all: readonly ErrorItem[]
  /** whether the response contained no explanation: the message is then the one for its status */
  readonly isUnexplained: boolean

  constructor(
    message: string,
    more: {
      status: number
      code?: string
      fields?: Record<string, unknown>
      extra?: Record<string, unknown>
      all?: readonly ErrorItem[]
      isUnexplained?: boolean
      cause?: unknown
    },
  ) {
    super(plainText(errorTexts[more.code ?? ''] ?? message), { cause: more.cause })
    this.name = 'ApiError'
    this.status = more.status
    this.code = more.code
    this.fields = more.fields
    this.extra = more.extra
    this.all = more.all ?? []
    this.isUnexplained = more.isUnexplained ?? false
  }
}

/** The explanation of a network error for users. */
export const unreachable = 'The server cannot be reached. Nothing on this page is lost. Try again later.'

/** The explanation for users when code of the page could not be loaded. */
const lost = 'A part of this page could not be loaded. The server did not respond, or it was updated. Reload the page.'

/** The message of any thrown value. */
export function messageOf(error: unknown): string {
  if (isLost(error)) return plainText(lost)
  return plainText(error instanceof Error ? error.message : String(error))
}

/** An error response in any of the contract's three formats -> one error. */
export async function failureOf(response: Response): Promise<ApiError> {
  return failureFrom(response.status, await response.text().catch(() => ''))
}

export function failureFrom(status: number, text: string): ApiError {
  const body = parseObject(text)
  const all = Array.isArray(body['errors']) ? (body['errors'] as ErrorItem[]) : []
  const [first] = all
  if (first) {
    return new ApiError(String(first.message ?? ''), {
      status,
      code: first.error_type,
      extra: isRecord(first.extra) ? first.extra : undefined,
      all,
    })
  }
  const message = body['message'] ?? body['msg'] ?? body['error']
  if (isRecord(message)) return new ApiError(fieldSentence(message), { status, fields: message })
  if (typeof message === 'string' && message !== '') return new ApiError(message, { status })
  const standard = `${status} ${plainText(standardReasons[status] ?? 'Sorry, an unknown error occurred')}`
  return new ApiError(standard, { status, isUnexplained: true })
}

const standardReasons: Record<number, string> = plainTexts({
  403: 'Forbidden',
  404: 'Not found',
  413: 'The file is too large',
  429: 'Too many requests',
  502: 'The server is not reachable',
  503: 'The server is busy',
  504: 'The server took too long',
})

function fieldSentence(fields: Record<string, unknown>): string {
  return Object.entries(fields)
    .map(([field, complaints]) => {
      const words = Array.isArray(complaints) ? complaints.join(' ') : String(complaints)
      return field === '_schema'
        ? plainText(words)
        : `${plainText(fieldLabels[field] ?? plainLabel(field))}: ${plainText(words)}`
    })
    .join('\n')
}

/** Fields whose label in forms differs from their name. */
const fieldLabels: Record<string, string> = plainTexts({
  allow_dml: 'Allow DML',
  css: 'CSS',
  dashboard_title: 'Title',
  database_id: 'Database',
  datasource_id: 'Dataset',
  encrypted_extra: 'Secure extra',
  json_metadata: 'JSON metadata',
  parent_id: 'Parent folder',
  slice_name: 'Chart name',
  slug: 'URL slug',
  sql: 'SQL',
  sqlalchemy_uri: 'SQLAlchemy URI',
  url: 'URL',
  viz_type: 'Chart type',
})

/** `cache_timeout` -> `Cache timeout` */
function plainLabel(field: string): string {
  const words = field.replaceAll('_', ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
