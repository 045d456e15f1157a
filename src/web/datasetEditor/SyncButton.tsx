import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { loadSourceColumns } from '../api/datasetEdit.ts'
import { messageOf } from '../api/failure.ts'
import { PaletteActions } from '../shell/PaletteActions.tsx'
import { Button } from '../ui/Button.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import { toast } from '../ui/toast.ts'
import { withSourceColumns } from './datasetDraft.ts'
import type { TabProps } from './tabs.ts'

const texts = defineTexts('datasetEditor.sync', {
  sync: 'Sync columns from source',
  save: 'The source has changed. Its columns are loaded when you save.',
  modified: 'Modified columns: {names}',
  removed: 'Removed columns: {names}',
  added: 'New columns added: {names}',
  done: 'Metadata has been synced',
})

interface SyncButtonProps extends Pick<TabProps, 'draft' | 'onChange'> {
  isSourceChanged: boolean
}

/** Loads the current columns of the source into the draft; nothing is saved. */
export function SyncButton({ draft, onChange, isSourceChanged }: SyncButtonProps) {
  const t = useText()
  const [isBusy, setIsBusy] = useState(false)

  async function sync() {
    setIsBusy(true)
    try {
      const source = await loadSourceColumns(draft.id)
      onChange((now) => withSourceColumns(now, source).draft)
      const change = withSourceColumns(draft, source)
      for (const kind of ['modified', 'removed', 'added'] as const)
        if (change[kind].length > 0) toast.success(t(texts[kind], { names: change[kind].join(', ') }))
      toast.success(t(texts.done))
    } catch (error) {
      toast.danger(messageOf(error))
    }
    setIsBusy(false)
  }

  const refusal = isSourceChanged ? t(texts.save) : false
  return (
    <>
      <PaletteActions
        isDialog
        items={[!isBusy && { label: t(texts.sync), disabledReason: refusal, onSelect: () => void sync() }]}
      />
      <Button
        size="sm"
        icon={<RefreshCw size={14} />}
        busy={isBusy}
        disabledReason={refusal}
        onClick={() => void sync()}
      >
        {t(texts.sync)}
      </Button>
    </>
  )
}
