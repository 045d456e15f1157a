import { Copy } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { defineTexts, useText } from '../../../ui/text.ts'
import { useCopy } from '../../../ui/useCopy.ts'
import css from './South.module.css'

const texts = defineTexts('sqlLab.sqlDialog', { title: 'SQL', copy: 'Copy to clipboard', close: 'Close' })

const SqlText = lazy(() => import('../../../chart/SqlText.tsx'))

export interface SqlDialogProps {
  open: boolean
  onClose: () => void
  parts: { title: string; sql: string }[]
}

/** Shows SQL for reading and copying: the written and the executed SQL. */
export function SqlDialog({ open, onClose, parts }: SqlDialogProps) {
  const t = useText()
  const copy = useCopy()
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t(texts.title)}
      width={760}
      footer={
        <>
          <Button size="md" icon={<Copy size={14} />} onClick={() => void copy(parts.at(-1)?.sql ?? '')}>
            {t(texts.copy)}
          </Button>
          <Button size="md" variant="primary" onClick={onClose}>
            {t(texts.close)}
          </Button>
        </>
      }
    >
      {parts.map(({ title, sql }) => (
        <div key={title} className={css.block}>
          <h3>{title}</h3>
          <pre>
            <Suspense fallback={sql}>
              <SqlText sql={sql} />
            </Suspense>
          </pre>
        </div>
      ))}
    </Dialog>
  )
}
