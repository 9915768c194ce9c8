# python3 makePayload.py
# Writes traces.pb beside this file: an ExportTraceServiceRequest, made by Python's protobuf 4.21 (Debian's python3-protobuf).
# The messages are declared here by the numbers of the standard, apart from the table of the receiver.
from pathlib import Path
from google.protobuf import descriptor_pb2, descriptor_pool, message_factory

F = descriptor_pb2.FieldDescriptorProto
TYPES = {
    "string": F.TYPE_STRING, "bytes": F.TYPE_BYTES, "bool": F.TYPE_BOOL, "int64": F.TYPE_INT64, "double": F.TYPE_DOUBLE,
    "fixed64": F.TYPE_FIXED64, "fixed32": F.TYPE_FIXED32, "uint32": F.TYPE_UINT32, "int32": F.TYPE_INT32,
}
MESSAGES = {
    "ExportTraceServiceRequest": ["resource_spans 1 ResourceSpans*"],
    "ResourceSpans": ["resource 1 Resource", "scope_spans 2 ScopeSpans*", "schema_url 3 string"],
    "ScopeSpans": ["scope 1 InstrumentationScope", "spans 2 Span*", "schema_url 3 string"],
    "Resource": ["attributes 1 KeyValue*", "dropped_attributes_count 2 uint32"],
    "InstrumentationScope": ["name 1 string", "version 2 string"],
    "Span": [
        "trace_id 1 bytes", "span_id 2 bytes", "trace_state 3 string", "parent_span_id 4 bytes", "name 5 string",
        "kind 6 int32", "start_time_unix_nano 7 fixed64", "end_time_unix_nano 8 fixed64", "attributes 9 KeyValue*",
        "events 11 Event*", "links 13 Link*", "status 15 Status", "flags 16 fixed32", "of_the_future 1000 string",
    ],
    "Event": ["time_unix_nano 1 fixed64", "name 2 string", "attributes 3 KeyValue*"],
    "Link": ["trace_id 1 bytes", "span_id 2 bytes", "attributes 4 KeyValue*"],
    "Status": ["message 2 string", "code 3 int32"],
    "KeyValue": ["key 1 string", "value 2 AnyValue"],
    "AnyValue": [
        "string_value 1 string |", "bool_value 2 bool |", "int_value 3 int64 |", "double_value 4 double |",
        "array_value 5 ArrayValue |", "kvlist_value 6 KeyValueList |", "bytes_value 7 bytes |",
    ],
    "ArrayValue": ["values 1 AnyValue*"],
    "KeyValueList": ["values 1 KeyValue*"],
}

file = descriptor_pb2.FileDescriptorProto(name="otlp.proto", package="otlp", syntax="proto3")
for name, fields in MESSAGES.items():
    message = file.message_type.add(name=name)
    for text in fields:
        field, number, kind, *oneof = text.split()
        repeated = kind.endswith("*")
        kind = kind.rstrip("*")
        added = message.field.add(name=field, number=int(number))
        added.label = F.LABEL_REPEATED if repeated else F.LABEL_OPTIONAL
        if kind in TYPES:
            added.type = TYPES[kind]
        else:
            added.type, added.type_name = F.TYPE_MESSAGE, f".otlp.{kind}"
        if oneof:
            if not message.oneof_decl:
                message.oneof_decl.add(name="value")
            added.oneof_index = 0

pool = descriptor_pool.DescriptorPool()
pool.Add(file)
classes = {
    name: message_factory.MessageFactory(pool).GetPrototype(pool.FindMessageTypeByName(f"otlp.{name}"))
    for name in MESSAGES
}
AnyValue, KeyValue = classes["AnyValue"], classes["KeyValue"]


def value(of):
    if of is None:
        return AnyValue()
    if isinstance(of, bool):
        return AnyValue(bool_value=of)
    if isinstance(of, int):
        return AnyValue(int_value=of)
    if isinstance(of, float):
        return AnyValue(double_value=of)
    if isinstance(of, str):
        return AnyValue(string_value=of)
    if isinstance(of, bytes):
        return AnyValue(bytes_value=of)
    if isinstance(of, list):
        return AnyValue(array_value=classes["ArrayValue"](values=[value(one) for one in of]))
    return AnyValue(kvlist_value=classes["KeyValueList"](values=attributes(of)))


def attributes(of):
    return [KeyValue(key=key, value=value(one)) for key, one in of.items()]


trace = bytes.fromhex("0f1e2d3c4b5a69788796a5b4c3d2e1f0")
root, child = bytes.fromhex("00a1b2c3d4e5f607"), bytes.fromhex("1122334455667788")
Span, Event, Status = classes["Span"], classes["Event"], classes["Status"]
spans = [
    Span(
        trace_id=trace, span_id=root, name="invoke_agent planner", kind=1, flags=257,
        start_time_unix_nano=1780301109000000001, end_time_unix_nano=1780301111000000250,
        attributes=attributes({
            "gen_ai.operation.name": "invoke_agent",
            "gen_ai.agent.name": "planner",
            "zero": 0, "false": False, "empty": "", "none": None, "nothing": b"", "naught": 0.0,
            "least": -(2**63), "most": 2**63 - 1, "half": 0.5, "infinite": float("inf"), "bytes": b"\x00\xff",
            "list": ["ä", 1, [True, {}]], "map": {"inner": {"deep": [0]}}, "text": "naïve 日本 🚀",
        }),
        status=Status(code=1), of_the_future="passed over",
    ),
    Span(
        trace_id=trace, span_id=child, parent_span_id=root, name="execute_tool search", kind=3, trace_state="a=b",
        start_time_unix_nano=1780301110000000000, end_time_unix_nano=2**64 - 1,
        attributes=attributes({"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "search"}),
        events=[Event(time_unix_nano=1780301110500000000, name="exception", attributes=attributes({"exception.message": "none found"}))],
        links=[classes["Link"](trace_id=trace[::-1], span_id=root)],
        status=Status(code=2, message="none found"),
    ),
]
request = classes["ExportTraceServiceRequest"](resource_spans=[
    classes["ResourceSpans"](
        resource=classes["Resource"](attributes=attributes({"service.name": "desk", "telemetry.sdk.language": "python"})),
        scope_spans=[classes["ScopeSpans"](scope=classes["InstrumentationScope"](name="lib", version="1"), spans=spans)],
        schema_url="https://opentelemetry.io/schemas/1.38.0",
    )
])
Path(__file__).with_name("traces.pb").write_bytes(request.SerializeToString(deterministic=True))
