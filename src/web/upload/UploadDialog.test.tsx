import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { uploadFiles } from '../api/uploads.ts'
import { showPage } from '../testing/showPage.tsx'
import UploadDialog from './UploadDialog.tsx'

/** A request whose response the test controls. */
class HeldRequest extends EventTarget {
  static latest: HeldRequest
  upload = new EventTarget()
  status = 0
  responseText = ''
  isAborted = false
  open = vi.fn()
  setRequestHeader = vi.fn()
  send = vi.fn()
  constructor() {
    super()
    HeldRequest.latest = this
  }
  abort(): void {
    this.isAborted = true
    this.dispatchEvent(new Event('abort'))
  }
  sent(loaded: number, total: number): void {
    this.upload.dispatchEvent(Object.assign(new Event('progress'), { lengthComputable: true, loaded, total }))
  }
  answer(status: number, body: object): void {
    this.status = status
    this.responseText = JSON.stringify(body)
    this.dispatchEvent(new Event('load'))
  }
}

beforeEach(() => void vi.stubGlobal('XMLHttpRequest', HeldRequest))
afterEach(() => void vi.unstubAllGlobals())

const file = new File(['a\n1\n'], 'big.csv')

it('while a file is sent: the progress, then that it is being read; Cancel stops it', async () => {
  const onClose = vi.fn()
  const files = [file]
  const { user } = showPage(() => <UploadDialog initialFiles={files} onClose={onClose} />)
  await screen.findByText('Uploading big.csv: 0%')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Create and explore' }).disabled).toBe(true)
  act(() => HeldRequest.latest.sent(40, 100))
  const status = await screen.findByText('Uploading big.csv: 40%')
  expect(status.querySelector('progress')?.value).toBe(0.4)
  act(() => HeldRequest.latest.sent(100, 100))
  await screen.findByText('Reading big.csv ...')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(onClose).toHaveBeenCalled()
})

it('closing a dialog stops its upload', async () => {
  const files = [file]
  showPage(() => <UploadDialog initialFiles={files} onClose={vi.fn()} />)
  await screen.findByText('Uploading big.csv: 0%')
  cleanup()
  expect(HeldRequest.latest.isAborted).toBe(true)
})

it('an upload that is stopped ends with the reason', async () => {
  const controller = new AbortController()
  const sent = uploadFiles([file], { onProgress: vi.fn(), signal: controller.signal })
  controller.abort(new Error('closed'))
  await expect(sent).rejects.toThrow('closed')
})

it.each([
  [413, 'The file is too large.'],
  [507, 'The disk of the server is full. Nothing was saved.'],
  [422, 'The file could not be read: line 3: a quote is opened and not closed.'],
])('a file that is rejected with %i shows the reason', async (status, message) => {
  const files = [file]
  showPage(() => <UploadDialog initialFiles={files} onClose={vi.fn()} />)
  await screen.findByText('Uploading big.csv: 0%')
  act(() => HeldRequest.latest.answer(status, { message }))
  await screen.findByText(message)
})
