import { screen, waitFor } from '@testing-library/react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { showPage, signedInAs } from '../testing/showPage.tsx'
import { ChartCover } from './Cover.tsx'

/** A server with covers, and elements that the test can make visible. */
function covers(answer: () => Response, flags = ['THUMBNAILS']) {
  const calls: string[] = []
  vi.stubGlobal('fetch', async (address: string) => {
    calls.push(address)
    return answer()
  })
  const seen: (() => void)[] = []
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(report: (entries: object[], own: object) => void) {
        seen.push(() => report([{ isIntersecting: true }], this))
      }
      observe() {}
      disconnect() {}
    },
  )
  onTestFinished(() => void vi.unstubAllGlobals())
  signedInAs('Gamma', [], ...flags)
  showPage(() => <ChartCover id={7} name="Sales by region" vizType="pie" />)
  const show = async () => {
    await waitFor(() => expect(seen.length).toBeGreaterThan(0))
    for (const each of seen) each()
  }
  return { calls, show, sketch: () => document.querySelector('svg[aria-hidden]') }
}

const picture = () =>
  new Response(new Uint8Array([137, 80, 78, 71]), { status: 200, headers: { 'content-type': 'image/png' } })

it('is loaded when it becomes visible, and replaces the schematic drawing under the name of the chart', async () => {
  const { calls, show, sketch } = covers(picture)
  await waitFor(() => expect(sketch()).not.toBeNull())
  expect(calls).toEqual([])
  await show()
  const image = await screen.findByRole('img', { name: 'Sales by region' })
  expect(image.getAttribute('src')).toBe('data:image/png;base64,iVBORw==')
  expect(calls).toEqual(['/api/v1/chart/7/cover/?theme=light&size=card'])
  expect(sketch()).not.toBeNull()
})

it.each([
  ['there is none', () => new Response(null, { status: 204 })],
  ['it is no image', () => new Response('<!doctype html>', { status: 200, headers: { 'content-type': 'text/html' } })],
  ['it fails', () => new Response('{"message":"Too many pictures"}', { status: 503 })],
])('the schematic drawing remains if %s', async (_, answer) => {
  const { calls, show, sketch } = covers(answer)
  await show()
  await waitFor(() => expect(calls).toHaveLength(1))
  await new Promise((done) => setTimeout(done, 20))
  expect(screen.queryByRole('img')).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(sketch()).not.toBeNull()
})

it.each([
  ['for a user who saves data', true, ['THUMBNAILS']],
  ['without the flag', false, []],
])('is not loaded %s', async (_, saveData, flags) => {
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { connection: { saveData } }))
  const { calls, show } = covers(picture, flags)
  await show()
  await new Promise((done) => setTimeout(done, 20))
  expect(calls).toEqual([])
})
