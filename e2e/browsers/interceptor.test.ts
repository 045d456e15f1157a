import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Interceptor, openInterceptor } from './interceptor.ts'

/** Responds with the request that it received. */
const product = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk) => {
    body += String(chunk)
  })
  request.on('end', () => {
    response.setHeader('content-type', 'application/json')
    response.end(
      JSON.stringify({ path: request.url, host: request.headers.host, origin: request.headers.origin, body }),
    )
  })
})
let interceptor: Interceptor
let productAddress = ''

beforeAll(async () => {
  await new Promise<void>((done) => product.listen(0, '127.0.0.1', done))
  productAddress = `http://127.0.0.1:${(product.address() as AddressInfo).port}`
  interceptor = await openInterceptor(productAddress)
})
afterAll(async () => {
  await interceptor.close()
  product.close()
})

const ask = (path: string, options?: RequestInit) => fetch(`${interceptor.address}${path}`, options)

it('passes requests on as if the page came from the product', async () => {
  const answer = await ask('/a?b=1', { method: 'POST', body: 'text', headers: { origin: interceptor.address } })
  expect(await answer.json()).toEqual({
    path: '/a?b=1',
    host: new URL(productAddress).host,
    origin: productAddress,
    body: 'text',
  })
})

it.each([
  ['**/api/v1/{dashboard,chart}/?q=*', '/api/v1/chart/?q=(page:1)', true],
  ['**/api/v1/{dashboard,chart}/?q=*', '/api/v1/dataset/?q=(page:1)', false],
  ['**/api/v1/explore/**', '/api/v1/explore/data', true],
  ['**/api/v1/dashboard/*', '/api/v1/dashboard/1/charts', false],
  ['**/*.js', '/static/assets/index.js', true],
  ['**/*.js', '/static/assets/indexjs', false],
  [/\/layer\/\d$/, '/layer/1', true],
])('%s and %s', async (pattern, path, isIntercepted) => {
  interceptor.route(pattern, (route) => route.fulfill({ status: 500, json: { message: 'intercepted' } }))
  expect((await ask(path)).status === 500).toBe(isIntercepted)
  interceptor.unrouteAll()
  expect((await ask(path)).status).toBe(200)
})

it('changes requests and responses, and the latest rule takes precedence', async () => {
  interceptor.route('**/data', () => undefined)
  interceptor.route('**/data', (route) => route.continue({ postData: 'changed' }))
  expect(await (await ask('/data', { method: 'POST', body: 'text' })).json()).toMatchObject({ body: 'changed' })
  interceptor.route('**/data', async (route) => {
    const response = await route.fetch()
    return route.fulfill({ response, body: (await response.text()).replace('/data', '/other') })
  })
  expect(await (await ask('/data')).json()).toMatchObject({ path: '/other' })
  interceptor.route('**/data', async (route) => {
    const response = await route.fetch()
    return route.fulfill({ response, json: { ...((await response.json()) as object), more: 1 } })
  })
  expect(await (await ask('/data')).json()).toMatchObject({ path: '/data', more: 1 })
  interceptor.route('**/data', async (route) =>
    route.fulfill({ response: await route.fetch({ url: `${interceptor.address}/third` }) }),
  )
  expect(await (await ask('/data')).json()).toMatchObject({ path: '/third' })
  interceptor.route('**/data', async (route) => route.fulfill({ response: await route.fetch({ postData: 'other' }) }))
  expect(await (await ask('/data', { method: 'POST', body: 'text' })).json()).toMatchObject({ body: 'other' })
  interceptor.unrouteAll()
})

it('ends requests that get no response', async () => {
  interceptor.route('**/slow', () => setTimeout(() => interceptor.unrouteAll(), 50))
  await expect(ask('/slow')).rejects.toThrow('fetch failed')
  interceptor.route('**/slow', (route) => route.abort())
  await expect(ask('/slow')).rejects.toThrow('fetch failed')
  interceptor.unrouteAll()
})
