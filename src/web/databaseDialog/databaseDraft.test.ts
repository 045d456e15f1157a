import { describe, expect, it } from 'vitest'
import type { AvailableDatabase, DatabaseItem } from '../../model/database/databaseAnswers.ts'
import {
  changesOf,
  connectionOf,
  draftOf,
  emptyTunnelFields,
  formatParameters,
  invalidJson,
  newDraft,
  newTunnel,
  parseParameters,
  parseSchemas,
  settingsOf,
} from './databaseDraft.ts'

const field = (name: string, type: 'text' | 'integer' | 'boolean' | 'query') => ({
  name,
  type,
  label: name,
  is_required: true,
  is_secret: false,
  is_after_name: false,
})
const product: AvailableDatabase = {
  name: 'PostgreSQL',
  engine: 'postgresql',
  backend: 'postgresql',
  available_drivers: ['psycopg2'],
  default_driver: 'psycopg2',
  preferred: true,
  connect_args: ['sslmode'],
  engine_information: { supports_file_upload: true, disable_ssh_tunneling: false },
  form: [field('host', 'text'), field('port', 'integer'), field('query', 'query'), field('encryption', 'boolean')],
}

const item: DatabaseItem = {
  id: 7,
  uuid: 'u',
  database_name: 'Shop',
  backend: 'postgresql',
  driver: 'psycopg2',
  configuration_method: 'dynamic_form',
  engine_information: product.engine_information,
  expose_in_sqllab: true,
  allow_ctas: false,
  allow_cvas: false,
  allow_dml: false,
  allow_file_upload: false,
  allow_run_async: false,
  impersonate_user: false,
  is_managed_externally: false,
  cache_timeout: null,
  force_ctas_schema: null,
  extra: '{"engine_params": {"connect_args": {"a": 1}}, "explore_database_id": 4}',
  masked_encrypted_extra: '{}',
  parameters: { host: 'h', port: 1, encryption: false, password: null },
  parameters_schema: {},
  server_cert: null,
  sqlalchemy_uri: 'postgresql://h:1/x',
}

describe('the draft of a database', () => {
  it('sends the fields of its form: numbers as numbers, invalid ones unchanged, empty ones not at all', () => {
    const draft = { ...newDraft(product), parameters: { host: 'h', port: '5432', query: { a: 'b' }, other: 1 } }
    expect(connectionOf(draft)).toMatchObject({
      configuration_method: 'dynamic_form',
      engine: 'postgresql',
      driver: 'psycopg2',
      parameters: { host: 'h', port: 5432, query: { a: 'b' } },
    })
    expect(connectionOf({ ...draft, parameters: { host: '', port: '54x' } }).parameters).toEqual({ port: '54x' })
  })

  it('keeps settings that no field shows', () => {
    const { extra } = settingsOf(draftOf(item, [product]))
    expect(JSON.parse(extra ?? '')).toMatchObject({
      engine_params: { connect_args: { a: 1 } },
      metadata_params: {},
      explore_database_id: 4,
    })
  })

  it('sends the connection again only if it was changed', () => {
    const stored = draftOf(item, [product])
    expect(changesOf({ ...stored, allow_dml: true, database_name: 'New' }, stored)).not.toHaveProperty('parameters')
    expect(changesOf({ ...stored, allow_dml: true }, stored)).toMatchObject({ allow_dml: true, database_name: 'Shop' })
    const moved = { ...stored, parameters: { ...stored.parameters, host: 'other' } }
    expect(changesOf(moved, stored)).toMatchObject({ engine: 'postgresql', parameters: { host: 'other' } })
    expect(changesOf({ ...stored, server_cert: 'pem' }, stored)).toMatchObject({ server_cert: 'pem' })
  })

  it('lists texts that are not JSON objects', () => {
    const draft = newDraft(undefined)
    expect(invalidJson(draft)).toEqual([])
    expect(invalidJson({ ...draft, engine_params: '[]', metadata_params: '{', masked_encrypted_extra: '1' })).toEqual([
      'masked_encrypted_extra',
      'metadata_params',
      'engine_params',
    ])
  })

  it('reads parameters and lists of schemas as they are typed', () => {
    expect(parseParameters('a=1&b=x%20y')).toEqual({ a: '1', b: 'x y' })
    expect(formatParameters({ a: 1, b: 'x y' })).toBe('a=1&b=x+y')
    expect(formatParameters(undefined)).toBe('')
    expect(parseSchemas(' public, ,staging ')).toEqual(['public', 'staging'])
  })

  it('has a tunnel, whose masked secrets are sent only if the connection changes', () => {
    const ssh_tunnel = {
      id: 7,
      server_address: 'gate',
      server_port: 2222,
      username: 'me',
      password: null,
      private_key: 'XXXXXXXXXX',
      private_key_password: 'XXXXXXXXXX',
    }
    const stored = draftOf({ ...item, ssh_tunnel }, [product])
    expect(stored.ssh_tunnel).toMatchObject({ login: 'key', isStored: true })
    expect(changesOf(stored, stored)).not.toHaveProperty('ssh_tunnel')
    const { id: _id, password: _password, ...sent } = ssh_tunnel
    expect(changesOf({ ...stored, server_cert: 'PEM' }, stored)).toMatchObject({ ssh_tunnel: sent })
    const byPassword = { ...stored.ssh_tunnel, login: 'password', password: 'p' } as typeof stored.ssh_tunnel
    expect(connectionOf({ ...stored, ssh_tunnel: byPassword }).ssh_tunnel).toEqual({
      server_address: 'gate',
      server_port: 2222,
      username: 'me',
      password: 'p',
    })
  })

  it('lists the empty fields of a tunnel', () => {
    const draft = newDraft(product)
    expect(emptyTunnelFields(draft)).toEqual([])
    const fields = emptyTunnelFields({ ...draft, ssh_tunnel: newTunnel })
    expect(fields).toEqual(['ssh_tunnel.server_address', 'ssh_tunnel.username', 'ssh_tunnel.password'])
  })
})
