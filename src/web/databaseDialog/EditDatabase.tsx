import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Tab, TabList, TabPanel, Tabs } from '../ui/Tabs.tsx'
import { Tag } from '../ui/Tag.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import { toast } from '../ui/toast.ts'
import { AdvancedPanels } from './AdvancedPanels.tsx'
import { ConnectionErrors } from './ConnectionErrors.tsx'
import { ConnectionFields } from './ConnectionFields.tsx'
import css from './DatabaseDialog.module.css'
import type { DatabaseDraft } from './databaseDraft.ts'
import { useConnectionForm } from './useConnectionForm.ts'

const texts = defineTexts('editDatabase', {
  title: 'Edit database',
  tabs: 'Parts of the database',
  basic: 'Basic',
  advanced: 'Advanced',
  close: 'Close',
  finish: 'Finish',
  updated: 'Database settings updated',
  managed: "This database is managed externally, and can't be edited in Sextant",
})

interface EditDatabaseProps {
  stored: DatabaseDraft
  isManaged: boolean
  onClose: () => void
}

/** The connection and the settings of a stored database. */
export function EditDatabase({ stored, isManaged, onClose }: EditDatabaseProps) {
  const t = useText()
  const queryClient = useQueryClient()
  const [tab, setTab] = useState('basic')
  const form = useConnectionForm(stored)
  const { draft, errors } = form

  async function finish() {
    if ((await form.save(stored.id ?? 0)) === undefined) return
    toast.success(t(texts.updated))
    void queryClient.invalidateQueries({ queryKey: ['databases'] })
    onClose()
  }

  const fields = { draft, onChange: form.change, errors: errors.fields, disabled: isManaged }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(texts.title)}
      width={560}
      footer={
        <>
          <Button size="md" onClick={onClose}>
            {t(texts.close)}
          </Button>
          <Button
            size="md"
            variant="primary"
            busy={form.isBusy}
            disabledReason={isManaged && t(texts.managed)}
            onPointerDown={form.press}
            onClick={() => void finish()}
          >
            {t(texts.finish)}
          </Button>
        </>
      }
    >
      <div className={css.content}>
        <div className={css.name}>
          {draft.product ? <Tag>{draft.product.name}</Tag> : null}
          <b>{stored.database_name}</b>
        </div>
        {isManaged ? <Banner tone="info">{t(texts.managed)}</Banner> : null}
        <ConnectionErrors messages={errors.others} />
        <Tabs value={tab} onChange={setTab}>
          <div className={css.tabs}>
            <TabList label={t(texts.tabs)}>
              <Tab value="basic">{t(texts.basic)}</Tab>
              <Tab value="advanced">{t(texts.advanced)}</Tab>
            </TabList>
          </div>
          <TabPanel value="basic" className={css.tabBody}>
            <ConnectionFields {...fields} storedName={stored.database_name} onLeave={form.leave} />
          </TabPanel>
          <TabPanel value="advanced" className={css.tabBody}>
            <AdvancedPanels {...fields} />
          </TabPanel>
        </Tabs>
      </div>
    </Dialog>
  )
}
