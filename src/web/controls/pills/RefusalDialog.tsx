import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { defineTexts, useText } from '../../ui/text.ts'

const texts = defineTexts('control.refusal', { title: 'Warning', close: 'OK' })

/** Explains why an item cannot be removed. */
export function RefusalDialog({ reason, onClose }: { reason: string; onClose: () => void }) {
  const t = useText()
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(texts.title)}
      width={420}
      footer={
        <Button size="md" variant="primary" onClick={onClose}>
          {t(texts.close)}
        </Button>
      }
    >
      {reason}
    </Dialog>
  )
}
