import type { ReactNode } from 'react'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import { DatasetFacts } from './DatasetFacts.tsx'

const texts = defineTexts('drill.frame', { close: 'Close' })

interface DrillFrameProps {
  title: string
  /** in px */
  width?: number
  /** dataset of the rows; absent: it is not shown */
  datasetId?: number | undefined
  /** shown before the close button */
  actions?: ReactNode
  onClose: () => void
  children: ReactNode
}

/** The dialog for the rows of a chart or of one of its marks. */
export function DrillFrame({ title, width = 1080, datasetId, actions, onClose, children }: DrillFrameProps) {
  const t = useText()
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      width={width}
      movable
      footer={
        <>
          {actions}
          <Button size="md" variant="primary" onClick={onClose}>
            {t(texts.close)}
          </Button>
        </>
      }
    >
      {datasetId === undefined ? null : <DatasetFacts id={datasetId} />}
      {children}
    </Dialog>
  )
}
