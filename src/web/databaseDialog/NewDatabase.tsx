import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { AvailableDatabase } from '../../model/database/databaseAnswers.ts'
import { can } from '../api/bootstrap.ts'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Tab, TabList, TabPanel, Tabs } from '../ui/Tabs.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import { toast } from '../ui/toast.ts'
import { openImport } from '../upload/uploadState.ts'
import { AdvancedPanels } from './AdvancedPanels.tsx'
import { ChooseDatabase } from './ChooseDatabase.tsx'
import { ConnectionErrors } from './ConnectionErrors.tsx'
import { ConnectionFields } from './ConnectionFields.tsx'
import css from './DatabaseDialog.module.css'
import { newDraft } from './databaseDraft.ts'
import { useConnectionForm } from './useConnectionForm.ts'

const texts = defineTexts('newDatabase', {
  title: 'Connect a database',
  step: 'STEP {step} OF {steps}',
  credentials: 'Enter the required {name} credentials',
  primary: 'Enter Primary Credentials',
  tabs: 'Parts of the database',
  basic: 'Basic',
  advanced: 'Advanced',
  connected: 'Database connected',
  connectedText: 'Create a dataset to begin visualizing your data, or change how the database is used below.',
  createDataset: 'CREATE DATASET',
  query: 'QUERY DATA IN SQL LAB',
  back: 'Back',
  connect: 'Connect',
  finish: 'Finish',
})

/** Connects a database in steps: the product, its credentials, its settings. */
export function NewDatabase({ onClose }: { onClose: () => void }) {
  const [chosen, setChosen] = useState<{ product: AvailableDatabase | undefined }>()
  return chosen ? (
    <Credentials product={chosen.product} onBack={() => setChosen(undefined)} onClose={onClose} />
  ) : (
    <Step step={1} steps={3} onClose={onClose}>
      <ChooseDatabase
        onChoose={(product) => setChosen({ product })}
        onImport={() => {
          onClose()
          openImport('choose', 'database')
        }}
      />
    </Step>
  )
}

interface StepProps {
  step: number
  steps: number
  footer?: ReactNode
  onClose: () => void
  children: ReactNode
}

function Step({ step, steps, footer, onClose, children }: StepProps) {
  const t = useText()
  return (
    <Dialog open onClose={onClose} title={t(texts.title)} footer={footer}>
      <div className={css.content}>
        <p className={css.step}>{t(texts.step, { step, steps })}</p>
        {children}
      </div>
    </Dialog>
  )
}

interface CredentialsProps {
  product: AvailableDatabase | undefined
  onBack: () => void
  onClose: () => void
}

/** The second step, and the third one for products with a form. */
function Credentials({ product, onBack, onClose }: CredentialsProps) {
  const t = useText()
  const queryClient = useQueryClient()
  const form = useConnectionForm(newDraft(product))
  const [saved, setSaved] = useState<{ id: number; isShown: boolean }>()
  const [tab, setTab] = useState('basic')
  const { draft, errors } = form
  const isForm = draft.method === 'dynamic_form'
  const fields = { draft, onChange: form.change, errors: errors.fields, disabled: false }

  async function connect() {
    const id = await form.connect(saved?.id)
    if (id === undefined) return
    toast.success(t(texts.connected))
    void queryClient.invalidateQueries({ queryKey: ['databases'] })
    if (isForm) setSaved({ id, isShown: true })
    else onClose()
  }

  async function finish(id: number) {
    if ((await form.saveSettings(id)) === undefined) return
    void queryClient.invalidateQueries({ queryKey: ['databases'] })
    onClose()
  }

  if (saved?.isShown) {
    return (
      <Step
        step={3}
        steps={3}
        onClose={onClose}
        footer={
          <>
            <Button size="md" onClick={() => setSaved({ ...saved, isShown: false })}>
              {t(texts.back)}
            </Button>
            <Button size="md" variant="primary" busy={form.isBusy} onClick={() => void finish(saved.id)}>
              {t(texts.finish)}
            </Button>
          </>
        }
      >
        <h3 className={css.stepTitle}>{t(texts.connected)}</h3>
        <p className={css.quiet}>{t(texts.connectedText)}</p>
        <div className={css.next}>
          {can('can_write', 'Dataset') ? (
            <ButtonLink href={`/dataset/add/?database=${saved.id}`}>{t(texts.createDataset)}</ButtonLink>
          ) : null}
          {can('can_sqllab', 'Superset') ? (
            <ButtonLink href={`/superset/sqllab/?dbid=${saved.id}`}>{t(texts.query)}</ButtonLink>
          ) : null}
        </div>
        <ConnectionErrors messages={errors.others} />
        <AdvancedPanels {...fields} />
      </Step>
    )
  }
  const connection = <ConnectionFields {...fields} storedName={undefined} onLeave={form.leave} />
  return (
    <Step
      step={2}
      steps={isForm ? 3 : 2}
      onClose={onClose}
      footer={
        <>
          <Button size="md" onClick={onBack} disabled={saved !== undefined}>
            {t(texts.back)}
          </Button>
          <Button
            size="md"
            variant="primary"
            busy={form.isBusy}
            onPointerDown={form.press}
            onClick={() => void connect()}
          >
            {t(texts.connect)}
          </Button>
        </>
      }
    >
      <h3 className={css.stepTitle}>{isForm ? t(texts.credentials, { name: product?.name }) : t(texts.primary)}</h3>
      <ConnectionErrors messages={errors.others} />
      {isForm ? (
        connection
      ) : (
        <Tabs value={tab} onChange={setTab}>
          <div className={css.tabs}>
            <TabList label={t(texts.tabs)}>
              <Tab value="basic">{t(texts.basic)}</Tab>
              <Tab value="advanced">{t(texts.advanced)}</Tab>
            </TabList>
          </div>
          <TabPanel value="basic" className={css.tabBody}>
            {connection}
          </TabPanel>
          <TabPanel value="advanced" className={css.tabBody}>
            <AdvancedPanels {...fields} />
          </TabPanel>
        </Tabs>
      )}
    </Step>
  )
}
