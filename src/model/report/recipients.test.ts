import { describe, expect, it } from 'vitest'
import { mailRecipients } from './recipients.ts'

describe('the recipients of a mail', () => {
  it('are separated by commas, semicolons and line breaks', () => {
    const config = { target: 'a@example.org, b@example.org;c@example.org\nd@example.org', ccTarget: '', bccTarget: 5 }
    const to = ['a@example.org', 'b@example.org', 'c@example.org', 'd@example.org']
    expect(mailRecipients(config)).toEqual({ to, cc: [], bcc: [], invalid: [] })
  })

  it.each(['\0', '\x07', '\x7f', '\x85', '\r', '\t', ' ', '<', '>', '"'])('%j is not part of an address', (part) => {
    for (const target of [`a${part}b@example.org`, `a@example${part}b.org`])
      expect(mailRecipients({ target }).invalid).toEqual([target])
  })
})
