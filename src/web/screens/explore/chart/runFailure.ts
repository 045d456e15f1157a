import { bootstrap } from '../../../api/bootstrap.ts'
import type { ApiError } from '../../../api/failure.ts'

interface Failure {
  kind: 'error' | 'timeout' | 'warning'
  title?: string
  message: string
  details?: string
}

const timeouts = new Set(['BACKEND_TIMEOUT_ERROR', 'CONNECTION_DATABASE_TIMEOUT'])
const missing = new Set(['FAILED_FETCHING_DATASOURCE_INFO_ERROR', 'UNKNOWN_DATASOURCE_TYPE_ERROR'])

/** A failed run in the contract's words. */
export function runFailure(error: ApiError): Failure {
  if (timeouts.has(error.code ?? '') || error.status === 504) {
    const seconds = Number(bootstrap.common.conf['SUPERSET_WEBSERVER_TIMEOUT'] ?? 60)
    return {
      kind: 'timeout',
      title: 'Timeout error',
      message: `We’re having trouble loading this visualization. Queries are set to timeout after ${seconds} seconds.`,
    }
  }
  if (missing.has(error.code ?? '')) {
    const message = 'The dataset linked to this chart may have been deleted.'
    return { kind: 'warning', title: 'Missing dataset', message }
  }
  const engine = error.extra?.['engine_name']
  return {
    kind: 'error',
    title: typeof engine === 'string' ? `${engine} Error` : undefined,
    message: error.message || 'Network error.',
    details: error.extra ? `${error.message}\n\n${JSON.stringify(error.extra, null, 2)}` : undefined,
  }
}
