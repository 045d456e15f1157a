import { useState } from 'react'
import { testConnection } from '../api/databases.ts'
import { messageOf } from '../api/failure.ts'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { TextField } from '../ui/TextField.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import { toast } from '../ui/toast.ts'
import css from './DatabaseDialog.module.css'
import { connectionOf } from './databaseDraft.ts'
import type { DraftProps } from './ParameterFields.tsx'

const texts = defineTexts('databaseUri', {
  displayName: 'Display Name',
  namePlaceholder: 'Name your database',
  nameHelp: 'Pick a name to help you identify this database.',
  uri: 'SQLAlchemy URI',
  uriPlaceholder: 'dialect+driver://username:password@host:port/database',
  uriHelp:
    'The address of the database. The stored password is shown masked and stays unchanged unless you replace it.',
  test: 'Test connection',
  noUri: 'Please enter a SQLAlchemy URI to test',
  good: 'Connection looks good!',
  failed: 'ERROR: {message}',
  more: 'Additional fields may be required',
  moreText: 'Some databases need settings of the tab Advanced, such as a certificate, to connect.',
})

interface UriFieldsProps extends DraftProps {
  /** the stored name, by which the server finds the password if it is masked in the address */
  storedName: string | undefined
}

/** A connection by its address. */
export function UriFields({ draft, onChange, errors, disabled, storedName }: UriFieldsProps) {
  const t = useText()
  const [isTesting, setIsTesting] = useState(false)

  async function test() {
    if (draft.sqlalchemy_uri.trim() === '') {
      toast.danger(t(texts.noUri))
      return
    }
    setIsTesting(true)
    const { database_name: name, ...connection } = connectionOf({ ...draft, method: 'sqlalchemy_form' })
    try {
      await testConnection({ ...connection, database_name: storedName ?? (name || null) })
      toast.success(t(texts.good))
    } catch (error) {
      toast.danger(t(texts.failed, { message: messageOf(error) }))
    }
    setIsTesting(false)
  }

  return (
    <div className={css.fields}>
      <div className={css.full}>
        <TextField
          label={t(texts.displayName)}
          size="md"
          required
          maxLength={250}
          autoComplete="off"
          disabled={disabled}
          placeholder={t(texts.namePlaceholder)}
          help={t(texts.nameHelp)}
          error={errors['database_name']}
          value={draft.database_name}
          onChange={(database_name) => onChange({ database_name })}
        />
      </div>
      <div className={css.full}>
        <TextField
          label={t(texts.uri)}
          size="md"
          required
          maxLength={1024}
          autoComplete="off"
          spellCheck={false}
          disabled={disabled}
          placeholder={draft.product?.sqlalchemy_uri_placeholder ?? t(texts.uriPlaceholder)}
          help={t(texts.uriHelp)}
          error={errors['sqlalchemy_uri']}
          value={draft.sqlalchemy_uri}
          onChange={(sqlalchemy_uri) => onChange({ sqlalchemy_uri })}
        />
      </div>
      <div className={css.full}>
        <Button size="md" busy={isTesting} disabled={disabled} onClick={() => void test()}>
          {t(texts.test)}
        </Button>
      </div>
      <div className={css.full}>
        <Banner tone="info">
          <b>{t(texts.more)}</b>
          <div>{t(texts.moreText)}</div>
        </Banner>
      </div>
    </div>
  )
}
