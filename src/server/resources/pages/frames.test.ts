import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../testing/app.ts'

describe('charts in frames of other pages', () => {
  let server: TestApp
  beforeAll(async () => {
    server = await startApp({
      SEXTANT_EXAMPLES: 'false',
      SEXTANT_FRAME_SITES: 'https://wiki.example.org, https://*.intra.example:8443/',
    })
  })
  afterAll(() => server.close())

  const frames = async (url: string) => {
    const browser = await server.browser('admin')
    const { headers } = await browser.inject({ url })
    const allowed = /frame-ancestors ([^;]*)/.exec(String(headers['content-security-policy']))?.[1]
    return [allowed, headers['x-frame-options']]
  }

  it.each([
    '/explore/?slice_id=7&standalone=1',
    '/superset/explore/p/abc/?standalone=1',
    '/explore/p/abc/?standalone=1',
  ])('the configured sites may show the chart alone: %s', async (url) => {
    expect(await frames(url)).toEqual(["'self' https://wiki.example.org https://*.intra.example:8443", undefined])
  })

  it.each([
    '/explore/?slice_id=7',
    '/explore/?slice_id=7&standalone=0',
    '/explore/?slice_id=7&standalone=false',
    '/explore/?slice_id=7&standalone=0&standalone=1',
    '/superset/explore/p/abc/',
    '/chart/list/?standalone=1',
    '/superset/welcome/',
  ])('no site may show other pages: %s', async (url) => {
    expect(await frames(url)).toEqual(["'none'", 'DENY'])
  })
})

describe('without the flag', () => {
  it('no site may show a chart', async () => {
    const server = await startApp({ SEXTANT_EXAMPLES: 'false', SEXTANT_FLAGS: 'EMBEDDABLE_CHARTS=false' })
    try {
      const browser = await server.browser('admin')
      const { headers } = await browser.inject({ url: '/explore/?slice_id=7&standalone=1' })
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    } finally {
      await server.close()
    }
  })
})
