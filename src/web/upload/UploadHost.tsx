import { Upload } from 'lucide-react'
import { lazy } from 'react'
import { LazyPart } from '../ui/LazyPart.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import css from './UploadHost.module.css'
import { useUpload } from './uploadState.ts'
import type { Dropped } from './watchDrops.ts'

const texts = defineTexts('uploadDrop', {
  data: 'Drop the file to explore it',
  dataHint: 'CSV, Excel, Parquet (also several files) or JSON',
  bundle: 'Drop the file to import it',
  bundleHint: 'Dashboards, charts or datasets as a ZIP',
})

const UploadDialog = lazy(() => import('./UploadDialog.tsx'))
const ImportDialog = lazy(() => import('./ImportDialog.tsx'))

/** Shows what a drop would do while a file is dragged over the window, and the dialog after the drop. */
export default function UploadHost({ over }: { over: Dropped | undefined }) {
  const t = useText()
  const { file, kind, bundle } = useUpload()
  return (
    <>
      {over === undefined ? null : (
        <div className={css.overlay}>
          <div className={css.target}>
            <Upload size={28} />
            <b>{t(over === 'bundle' ? texts.bundle : texts.data)}</b>
            {t(over === 'bundle' ? texts.bundleHint : texts.dataHint)}
          </div>
        </div>
      )}
      <LazyPart onClose={() => useUpload.setState({ file: undefined, bundle: undefined })} resetKey={file ?? bundle}>
        {file === undefined ? null : (
          <UploadDialog
            initialFiles={file === 'choose' ? undefined : file}
            kind={kind}
            onClose={() => useUpload.setState({ file: undefined })}
          />
        )}
        {bundle === undefined ? null : (
          <ImportDialog
            key={bundle.file === 'choose' ? '' : `${bundle.file.name} ${bundle.file.lastModified}`}
            resource={bundle.resource}
            initialFile={bundle.file === 'choose' ? undefined : bundle.file}
            onClose={() => useUpload.setState({ bundle: undefined })}
          />
        )}
      </LazyPart>
    </>
  )
}
