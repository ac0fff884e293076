// weir strategies: the shipped strategies with their parameters.
import { toJsonSchema } from '../../config/index.js';
import { EXIT, print, printText } from '../output.js';
import { loadRegistry } from '../registry.js';

interface Property {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly default?: string | number | boolean;
  readonly description?: string;
}

export async function listStrategies({ json }: { readonly json: boolean }): Promise<number> {
  const registry = await loadRegistry();
  const listed = [...registry.values()].map(({ definition: { id, summary, params } }) => ({
    id,
    summary,
    params: toJsonSchema(params, id),
  }));
  if (json) {
    printText(JSON.stringify(listed, undefined, 2));
    return EXIT.done;
  }
  for (const { id, summary, params } of listed) {
    print(`${id}  ${summary}`);
    const required = (params['required'] ?? []) as readonly string[];
    const properties = (params['properties'] ?? {}) as Readonly<Record<string, Property>>;
    for (const [name, property] of Object.entries(properties)) {
      const values = property.enum?.join(' | ') ?? property.type ?? '';
      const standard =
        property.default === undefined
          ? required.includes(name)
            ? 'required'
            : 'optional'
          : `default ${String(property.default)}`;
      const cells = [name.padEnd(15), values.padEnd(14), standard.padEnd(14)];
      print(`  ${cells.join(' ')} ${property.description ?? ''}`);
    }
  }
  return EXIT.done;
}
