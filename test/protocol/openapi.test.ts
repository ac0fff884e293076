// The OpenAPI document: every row under every spelling, and every reference resolves.
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import {
  AREAS,
  describeFields,
  type Route,
  ROUTE_IDS,
  ROUTES,
  toOpenApi,
} from '../../src/protocol/index.js';

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly parameters: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: unknown;
  readonly responses: Readonly<Record<string, unknown>>;
}

interface Document {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
}

const document = JSON.parse(JSON.stringify(toOpenApi())) as Document;
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

function listReferences(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(listReferences);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === '$ref' && typeof inner === 'string' ? [inner] : listReferences(inner),
  );
}

function follow(reference: string): unknown {
  let value: unknown = document;
  for (const part of reference.slice(2).split('/')) {
    value = (value as Record<string, unknown> | undefined)?.[part];
  }
  return value;
}

describe('the OpenAPI document', () => {
  it('is version 3.1 and plain JSON', () => {
    expect(document.openapi).toBe('3.1.0');
    expect(document).toEqual(toOpenApi());
  });

  it('is valid', async () => {
    const { valid, errors } = await new Validator().validate({ ...document });
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
  });

  it.each(ROUTE_IDS)('has %s under every spelling of its path', (id) => {
    const { path, aliases, method, area, success, body }: Route = ROUTES[id];
    for (const spelling of [path, ...aliases]) {
      const operation = document.paths[spelling]?.[method.toLowerCase()];
      expect(operation?.tags).toEqual([area]);
      expect(Object.keys(operation?.responses ?? {})).toEqual(
        expect.arrayContaining([...success, 400, 401, 500].map(String)),
      );
      expect(operation?.requestBody !== undefined).toBe(body !== undefined);
    }
  });

  it('names every operation once', () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('declares exactly the parameters of its paths', () => {
    for (const { path, operation } of operations) {
      const declared = operation.parameters.filter((one) => one.in === 'path');
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(declared.map(({ name }) => name)).toEqual(named);
    }
  });

  it('has no dangling reference', () => {
    for (const reference of listReferences(document)) {
      expect(reference.startsWith('#/')).toBe(true);
      expect(follow(reference), reference).toBeDefined();
    }
  });

  it('explains every field', () => {
    const silent = operations.flatMap(({ operation }) =>
      operation.parameters.filter((one) => !('description' in one)).map(({ name }) => name),
    );
    expect(silent).toEqual([]);
    const routes = ROUTE_IDS.map((id): Route => ROUTES[id]);
    const fields = routes.flatMap((route) =>
      describeFields(route).map(({ name, text }) => ({ field: `${route.id} ${name}`, text })),
    );
    expect(fields.filter(({ text }) => text === '').map(({ field }) => field)).toEqual([]);
  });

  it('has every area', () => {
    const used = new Set(operations.flatMap(({ operation }) => operation.tags));
    expect([...used].every((tag) => (AREAS as readonly string[]).includes(tag))).toBe(true);
  });
});
