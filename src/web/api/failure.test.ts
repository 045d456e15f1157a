import { afterEach, describe, expect, it } from 'vitest'
import { errorTexts, failureFrom } from './failure.ts'

describe('failureFrom', () => {
  it.each([
    ['style A', 422, '{"message":"Could not process entity"}', 'Could not process entity'],
    ['fields', 400, '{"message":{"slug":["Must be unique"],"_schema":["Bad"]}}', 'URL slug: Must be unique\nBad'],
    ['no label', 422, '{"message":{"cache_timeout":["Too long","Odd"]}}', 'Cache timeout: Too long Odd'],
    ['SQL', 422, '{"message":{"sql":["Only one statement"]}}', 'SQL: Only one statement'],
    ['style B', 403, '{"errors":[{"message":"No access","error_type":"X","extra":{"a":1}}]}', 'No access'],
    ['style C', 500, '{"error":"Broken"}', 'Broken'],
    ['token', 401, '{"msg":"Token has expired"}', 'Token has expired'],
    ['html', 502, '<html></html>', '502 The server is not reachable'],
    ['empty', 418, '', '418 Sorry, an unknown error occurred'],
  ])('%s', (_style, status, body, message) => {
    const failure = failureFrom(status, body)
    expect(failure.message).toBe(message)
    expect(failure.status).toBe(status)
  })

  it('keeps the code and the extra of style B', () => {
    const failure = failureFrom(
      422,
      '{"errors":[{"message":"m","error_type":"GENERIC_COMMAND_ERROR","extra":{"a":1}}]}',
    )
    expect(failure).toMatchObject({ code: 'GENERIC_COMMAND_ERROR', extra: { a: 1 } })
  })
})

describe('a text of this server', () => {
  afterEach(() => {
    delete errorTexts['SYNTAX_ERROR']
  })

  it('replaces the message of its error type', () => {
    errorTexts['SYNTAX_ERROR'] = 'Ask the data team.'
    const body = (type: string) => JSON.stringify({ errors: [{ message: 'near SELCT', error_type: type }] })
    expect(failureFrom(422, body('SYNTAX_ERROR')).message).toBe('Ask the data team.')
    expect(failureFrom(422, body('OTHER')).message).toBe('near SELCT')
  })
})
