import { useEffect, useRef, useState } from 'react'
import type { Reading } from '../../model/upload/upload.ts'
import { messageOf } from '../api/failure.ts'
import { discardUpload, previewAgain, type UploadedAnswer, uploadFiles } from '../api/uploads.ts'

export type Uploading =
  | { phase: 'choosing' }
  /** `share`: the fraction of the file that is sent; 1: the server is reading it */
  | { phase: 'sending'; files: readonly File[]; share: number }
  | { phase: 'failed'; files: readonly File[]; message: string; reading: Reading }
  /** `asked`: the requested settings; `complaint`: why they failed */
  | {
      phase: 'ready'
      files: readonly File[]
      uploaded: UploadedAnswer
      asked: Reading
      isBusy: boolean
      complaint?: string
    }

/** Sends the files of a table and stores the server's preview; closing discards the upload. */
export function useUploading(initialFiles: readonly File[] | undefined) {
  const [state, setState] = useState<Uploading>(
    initialFiles ? { phase: 'sending', files: initialFiles, share: 0 } : { phase: 'choosing' },
  )
  const running = useRef<AbortController>(undefined)
  const waitingId = useRef<string>(undefined)
  const latestLook = useRef(0)

  function giveUp(): void {
    running.current?.abort()
    if (waitingId.current !== undefined) void discardUpload(waitingId.current)
    waitingId.current = undefined
  }

  function send(files: readonly File[], reading: Reading = {}): void {
    giveUp()
    const controller = new AbortController()
    const { signal } = controller
    running.current = controller
    setState({ phase: 'sending', files, share: 0 })
    const onProgress = (share: number) => {
      if (!signal.aborted) setState({ phase: 'sending', files, share })
    }
    uploadFiles(files, { onProgress, signal, reading }).then(
      (uploaded) => {
        if (signal.aborted) {
          void discardUpload(uploaded.id)
          return
        }
        waitingId.current = uploaded.id
        setState({ phase: 'ready', files, uploaded, asked: uploaded.result.reading, isBusy: false })
      },
      (error: unknown) => {
        if (!signal.aborted) setState({ phase: 'failed', files, message: messageOf(error), reading })
      },
    )
  }

  /** Loads the preview with other settings. If it fails, an error is shown, and the requested settings are kept. */
  async function readAs(reading: Reading): Promise<void> {
    if (state.phase !== 'ready') return
    const own = running.current
    latestLook.current += 1
    const look = latestLook.current
    const asking = { ...state, asked: reading }
    setState({ ...asking, isBusy: true, complaint: undefined })
    const seen = await previewAgain(state.uploaded.id, reading).then(
      (uploaded) => ({ uploaded, asked: uploaded.result.reading, complaint: undefined }),
      (error: unknown) => ({ complaint: messageOf(error) }),
    )
    // the user may have selected another file or other settings in the meantime
    if (running.current === own && latestLook.current === look) setState({ ...asking, ...seen, isBusy: false })
  }

  /**
   * Called when the file has become a table: there is nothing left to discard. Returns whether the dialog is still
   * open.
   */
  function keep(): boolean {
    waitingId.current = undefined
    return running.current?.signal.aborted === false
  }

  const begin = useRef(send)
  useEffect(() => {
    if (initialFiles) begin.current(initialFiles)
  }, [initialFiles])
  // leaving the page discards its file; after a crash, the server's expiry does
  const leave = useRef(giveUp)
  useEffect(() => {
    const onLeave = leave.current
    return onLeave
  }, [])

  return { state, send, readAs, keep }
}

export type FileUpload = ReturnType<typeof useUploading>
