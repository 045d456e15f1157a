import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { useState } from 'react'
import type { EmbeddedAnswer } from '../../../../model/dashboard/embedding.ts'
import { deleteJson, getJson, postJson } from '../../../api/client.ts'
import { ApiError, messageOf } from '../../../api/failure.ts'
import { Button } from '../../../ui/Button.tsx'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { ErrorPanel } from '../../../ui/ErrorPanel.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Spinner } from '../../../ui/Spinner.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { defineTexts, useText } from '../../../ui/text.ts'
import { toast } from '../../../ui/toast.ts'
import { useCopy } from '../../../ui/useCopy.ts'
import { useSession } from '../state/session.ts'
import css from './EmbedDialog.module.css'

const texts = defineTexts('dashboard.embed', {
  title: 'Embed',
  before: 'Configure this dashboard to embed it into an external web application.',
  after: 'This dashboard is ready to embed. In your application, pass the following id to the SDK:',
  id: 'Id',
  copy: 'Copy the id',
  domains: 'Allowed Domains (comma separated)',
  domainsHelp: 'The sites that may embed this dashboard. Without any, every site may.',
  refused: 'Enter addresses of sites, such as https://host.example.',
  enable: 'Enable embedding',
  deactivate: 'Deactivate',
  save: 'Save changes',
  close: 'Close',
  sureTitle: 'Disable embedding?',
  sure: 'This will remove your current embed configuration.',
  saved: 'Changes saved.',
  deactivated: 'Embedding deactivated.',
  notSaved: 'Sorry, something went wrong. The changes could not be saved.',
  notDeactivated: 'Sorry, something went wrong. Embedding could not be deactivated.',
})

type Setting = EmbeddedAnswer['result'] | null

/** Selects whether other sites may show the dashboard, and which ones. */
export default function EmbedDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const { item } = useSession()
  const path = `/api/v1/dashboard/${item.id}/embedded`
  const { data, error, refetch } = useQuery({
    queryKey: ['embedded', item.id],
    queryFn: ({ signal }) => loadSetting(path, signal),
    retry: false,
  })
  if (data === undefined) {
    return (
      <Dialog open onClose={onClose} title={t(texts.title)} width={520}>
        {error ? <ErrorPanel message={messageOf(error)} onRetry={() => void refetch()} /> : <Spinner />}
      </Dialog>
    )
  }
  return <EmbedForm key={data?.uuid} path={path} setting={data} onClose={onClose} />
}

async function loadSetting(path: string, signal: AbortSignal): Promise<Setting> {
  try {
    return (await getJson<EmbeddedAnswer>(path, { signal })).result
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}

function EmbedForm({ path, setting, onClose }: { path: string; setting: Setting; onClose: () => void }) {
  const t = useText()
  const copy = useCopy()
  const { item } = useSession()
  const queryClient = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)
  const stored = setting?.allowed_domains.join(', ') ?? ''
  const [domains, setDomains] = useState(stored)
  const [isAsking, setIsAsking] = useState(false)
  const [isRefused, setIsRefused] = useState(false)
  const keep = (next: Setting) => queryClient.setQueryData(['embedded', item.id], next)

  async function save() {
    const allowed_domains = domains
      .split(',')
      .map((domain) => domain.trim())
      .filter((domain) => domain !== '')
    setIsBusy(true)
    setIsRefused(false)
    try {
      keep((await postJson<EmbeddedAnswer>(path, { allowed_domains })).result)
      toast.info(t(texts.saved))
      setIsBusy(false)
    } catch (error) {
      // the error for a domain that the server rejects is shown at its field
      if (error instanceof ApiError && error.status === 400) setIsRefused(true)
      else toast.danger(t(texts.notSaved))
      setIsBusy(false)
    }
  }

  async function deactivate() {
    try {
      await deleteJson(path)
      keep(null)
      toast.info(t(texts.deactivated))
    } catch {
      toast.danger(t(texts.notDeactivated))
    }
    setIsAsking(false)
  }

  const isChanged = setting === null || domains !== stored
  return (
    <>
      <Dialog
        open
        onClose={onClose}
        title={t(texts.title)}
        width={520}
        footer={
          <>
            {setting ? (
              <span className={css.first}>
                <Button size="md" variant="danger" onClick={() => setIsAsking(true)}>
                  {t(texts.deactivate)}
                </Button>
              </span>
            ) : null}
            <Button size="md" onClick={onClose}>
              {t(texts.close)}
            </Button>
            <Button size="md" variant="primary" disabled={!isChanged} busy={isBusy} onClick={() => void save()}>
              {t(setting ? texts.save : texts.enable)}
            </Button>
          </>
        }
      >
        <div className={css.form}>
          <p className={css.lead}>{t(setting ? texts.after : texts.before)}</p>
          {setting ? (
            <TextField
              label={t(texts.id)}
              size="md"
              value={setting.uuid}
              readOnly
              onChange={() => undefined}
              onFocus={(event) => event.target.select()}
              end={
                <IconButton
                  size="xs"
                  label={t(texts.copy)}
                  icon={<Copy size={14} />}
                  onClick={() => void copy(setting.uuid)}
                />
              }
            />
          ) : null}
          <TextField
            label={t(texts.domains)}
            size="md"
            value={domains}
            onChange={setDomains}
            placeholder="https://host.example"
            help={t(texts.domainsHelp)}
            error={isRefused ? t(texts.refused) : undefined}
            autoCapitalize="none"
            spellCheck={false}
          />
        </div>
      </Dialog>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={deactivate}
        title={t(texts.sureTitle)}
        confirmLabel={t(texts.deactivate)}
        danger
      >
        {t(texts.sure)}
      </ConfirmDialog>
    </>
  )
}
