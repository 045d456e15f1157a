import { Copy } from 'lucide-react'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { defineTexts, useText } from '../../../ui/text.ts'
import { useCopy } from '../../../ui/useCopy.ts'
import css from './South.module.css'

const texts = defineTexts('sqlLab.cell', { title: 'Cell content', copy: 'Copy to clipboard', close: 'Close' })

/** The JSON of a cell, indented. */
export function CellDialog({ value, onClose }: { value: unknown; onClose: () => void }) {
  const t = useText()
  const copy = useCopy()
  const text = value === undefined ? '' : JSON.stringify(value, null, 2)
  return (
    <Dialog
      open={value !== undefined}
      onClose={onClose}
      title={t(texts.title)}
      width={640}
      footer={
        <>
          <Button size="md" icon={<Copy size={14} />} onClick={() => void copy(text)}>
            {t(texts.copy)}
          </Button>
          <Button size="md" variant="primary" onClick={onClose}>
            {t(texts.close)}
          </Button>
        </>
      }
    >
      <div className={css.block}>
        <pre>{text}</pre>
      </div>
    </Dialog>
  )
}
