import { Upload } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { defineTexts, useText } from '../ui/text.ts'
import { toast } from '../ui/toast.ts'
import { carriesBundle } from './isBundle.ts'
import css from './UploadHost.module.css'
import { openUpload, useUpload } from './uploadState.ts'

const texts = defineTexts('uploadDrop', {
  title: 'Drop the file to explore it',
  hint: 'CSV, Excel, Parquet or JSON',
  bundle: 'ZIP bundles are imported on the lists of dashboards, charts and datasets.',
})

const UploadDialog = lazy(() => import('./UploadDialog.tsx'))

/** Takes data files dropped anywhere in the window, and shows the dialog that follows. */
export default function UploadHost() {
  const t = useText()
  const file = useUpload((state) => state.file)
  const isOver = useWindowDrop(file === undefined, t(texts.bundle))
  return (
    <>
      {isOver ? (
        <div className={css.overlay}>
          <div className={css.target}>
            <Upload size={28} />
            <b>{t(texts.title)}</b>
            {t(texts.hint)}
          </div>
        </div>
      ) : null}
      <Suspense>
        {file === undefined ? null : (
          <UploadDialog
            initialFile={file === 'choose' ? undefined : file}
            onClose={() => useUpload.setState({ file: undefined })}
          />
        )}
      </Suspense>
    </>
  )
}

/** Whether a data file hovers over the window; dropped, it is opened. */
function useWindowDrop(isOn: boolean, bundleText: string): boolean {
  const [isOver, setIsOver] = useState(false)
  useEffect(() => {
    if (!isOn) return
    // Entering a child leaves its parent: only the last leave counts.
    let depth = 0
    const transferOf = ({ dataTransfer }: DragEvent) =>
      dataTransfer?.types.includes('Files') && !carriesBundle(dataTransfer) ? dataTransfer : undefined
    const onEnter = (event: DragEvent) => {
      if (!transferOf(event)) return
      depth += 1
      setIsOver(true)
    }
    const onLeave = (event: DragEvent) => {
      if (!transferOf(event)) return
      depth = Math.max(0, depth - 1)
      if (depth === 0) setIsOver(false)
    }
    const onDragOver = (event: DragEvent) => {
      // a browser left alone would open the file in place of the page
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
      // it was over the page before this listened
      if (depth === 0) onEnter(event)
    }
    const onDrop = (event: DragEvent) => {
      depth = 0
      setIsOver(false)
      // lists take bundles themselves
      if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      const dropped = transferOf(event)?.files[0]
      if (dropped) openUpload(dropped)
      else toast.info(bundleText)
    }
    window.addEventListener('dragenter', onEnter)
    window.addEventListener('dragleave', onLeave)
    window.addEventListener('dragover', onDragOver)
    window.addEventListener('drop', onDrop)
    return () => {
      window.removeEventListener('dragenter', onEnter)
      window.removeEventListener('dragleave', onLeave)
      window.removeEventListener('dragover', onDragOver)
      window.removeEventListener('drop', onDrop)
      setIsOver(false)
    }
  }, [isOn, bundleText])
  return isOver
}
