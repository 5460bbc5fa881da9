import { expect, it } from "vitest";
import { topicOf } from "./topic.ts";

it.each([
  ["Why kitchen work", "why you want to do kitchen work"],
  ["Why this work", "why you want to do this work"],
  ["Why driving or delivery work", "why you want to do driving or delivery work"],
  ["Availability and flexibility", "availability and flexibility"],
  ["Handling busy days", "handling busy days"],
  ["Por qué en una cocina", "por qué quiere trabajar en una cocina"],
  ["Por qué este trabajo", "por qué quiere este trabajo"],
  ["Por qué manejar o repartir", "por qué quiere manejar o repartir"],
  ["Por qué tienda o ventas", "por qué quiere trabajar en tienda o ventas"],
  ["Experiencia en cocina", "su experiencia en cocina"],
  ["Días de mucho trabajo", "los días de mucho trabajo"],
  ["Trato a los clientes", "el trato a los clientes"],
  ["Ayudar a los socios", "ayudar a los socios"],
])("%s goes into a sentence as: %s", (skill, topic) => {
  expect(topicOf(skill)).toBe(topic);
});
