import { culpritsOf } from '../../../../model/errors/culprit.ts'
import { bootstrap } from '../../../api/bootstrap.ts'
import { type ApiError, unreachable } from '../../../api/failure.ts'
import { culpritMessage, culpritTitle } from '../../../chart/culpritText.ts'
import { plainMessage } from '../../../chart/plainMessage.ts'
import type { useText } from '../../../ui/text.ts'

interface Failure {
  kind: 'error' | 'timeout' | 'warning'
  title?: string
  message: string
  details?: string
}

const timeouts = new Set(['BACKEND_TIMEOUT_ERROR', 'CONNECTION_DATABASE_TIMEOUT'])
const missing = new Set(['FAILED_FETCHING_DATASOURCE_INFO_ERROR', 'UNKNOWN_DATASOURCE_TYPE_ERROR'])

/** A failed run with the messages of the contract; if a part of the chart caused the error, the heading names it. */
export function runFailure(error: ApiError, t: ReturnType<typeof useText>): Failure {
  if (timeouts.has(error.code ?? '') || error.status === 504) {
    const seconds = Number(bootstrap.common.conf['SUPERSET_WEBSERVER_TIMEOUT'] ?? 60)
    return {
      kind: 'timeout',
      title: 'Timeout error',
      message: `We’re having trouble loading this visualization. Queries are set to timeout after ${seconds} seconds.`,
    }
  }
  if (error.message.endsWith(unreachable)) return { kind: 'error', title: 'Network error.', message: unreachable }
  if (missing.has(error.code ?? '')) {
    const message = 'The dataset linked to this chart may have been deleted.'
    return { kind: 'warning', title: 'Missing dataset', message }
  }
  const { message, code, extra } = error
  const culprits = culpritsOf(extra)
  const named = culpritTitle(t, culprits)
  const plain = named === undefined ? plainMessage(message) : culpritMessage(t, message, code, culprits)
  const engine = extra?.['engine_name']
  const { culprits: _known, ...rest } = extra ?? {}
  const more = Object.keys(rest).length > 0 ? `\n\n${JSON.stringify(rest, null, 2)}` : ''
  return {
    kind: 'error',
    title: named ?? (typeof engine === 'string' ? `${engine} Error` : undefined),
    message: plain || 'Network error.',
    details: more !== '' || message.replace(/^Error: /, '') !== plain ? `${message}${more}` : undefined,
  }
}
