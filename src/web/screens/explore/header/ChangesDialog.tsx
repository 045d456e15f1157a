import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { defineTexts, useText } from '../../../ui/text.ts'
import { useExplore } from '../state/exploreContext.ts'
import { ChangesTable } from './ChangesTable.tsx'

const texts = defineTexts('explore.changes', {
  title: 'Chart changes',
  before: 'Before',
  after: 'After',
  close: 'Close',
})

/** The differences between the chart and its saved version. */
export default function ChangesDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const { state, form } = useExplore()
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(texts.title)}
      width={760}
      footer={
        <Button size="md" variant="primary" onClick={onClose}>
          {t(texts.close)}
        </Button>
      }
    >
      <ChangesTable
        heads={[t(texts.before), t(texts.after)]}
        before={{ form: state.saved?.form ?? {} }}
        after={{ form }}
      />
    </Dialog>
  )
}
